// SPDX-License-Identifier: MIT
package shop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Threads that compute, allocate, wait for a lock, and park, for so many milliseconds. */
public class Shop {
    static final Object till = new Object();
    static volatile long result;

    interface Step {
        void run() throws Exception;
    }

    static long price(int depth, long seed) {
        return depth == 0 ? seed * 31 : price(depth - 1, seed + depth) ^ seed;
    }

    static void compute() {
        for (int i = 0; i < 2000; i++)
            result += price(40, i);
    }

    static void allocate() {
        Map<Integer, byte[]> shelf = new HashMap<>();
        for (int i = 0; i < 200; i++)
            shelf.put(i, new byte[10_000 + i]);
        result += shelf.values().stream().mapToLong(box -> box.length).sum();
    }

    static void pay() throws Exception {
        synchronized (till) {
            Thread.sleep(3);
        }
    }

    static void rest() {
        LockSupport.parkNanos(2_000_000);
    }

    static Thread start(String name, long end, Step step) {
        Thread thread = new Thread(() -> {
            try {
                while (System.nanoTime() < end)
                    step.run();
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        }, name);
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws Exception {
        long end = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000L;
        List<Thread> all = new ArrayList<>();
        all.add(start("compute", end, Shop::compute));
        all.add(start("allocate", end, Shop::allocate));
        all.add(start("pay; one", end, Shop::pay));
        all.add(start("pay two", end, Shop::pay));
        all.add(start("rest", end, Shop::rest));
        for (Thread thread : all)
            thread.join();
    }
}
