/* SPDX-License-Identifier: MIT */
import java.util.ArrayList;
import java.util.List;

/** Computes, allocates and waits for a lock, for as many seconds as the first argument says, or 3. */
public class App {
	static final Object lock = new Object();
	static volatile long sink;

	static long parseJson(long seed) {
		long sum = seed;
		for (int i = 0; i < 400000; i++)
			sum = sum * 31 + (sum >>> 7) + i;
		return sum;
	}

	static int loadRows() {
		List<byte[]> rows = new ArrayList<>();
		for (int i = 0; i < 200; i++)
			rows.add(new byte[8192]);
		return rows.size();
	}

	static void waitForLock() {
		synchronized (lock) {
			sink++;
		}
	}

	public static void main(String[] arguments) throws Exception {
		double seconds = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 3;
		long end = System.nanoTime() + (long) (seconds * 1e9);
		Thread worker = new Thread(() -> {
			while (System.nanoTime() < end)
				waitForLock();
		}, "worker");
		worker.start();
		while (System.nanoTime() < end) {
			synchronized (lock) {
				for (int i = 0; i < 30; i++)
					sink += parseJson(sink) + loadRows();
			}
			Thread.sleep(1);
		}
		worker.join();
	}
}
