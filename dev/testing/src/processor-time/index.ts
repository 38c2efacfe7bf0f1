/**
 * Starts to measure, and returns a function with the CPU time of this process since (milliseconds). Other work on the
 * machine affects it much less than elapsed time.
 */
export function processorTime(): () => number {
  const from = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1_000;
  };
}
