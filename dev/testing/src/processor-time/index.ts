/**
 * Starts to measure, and returns a function that returns the CPU time of this process since then (milliseconds).
 * Other load on the machine affects CPU time much less than elapsed time.
 */
export function processorTime(): () => number {
  const from = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1_000;
  };
}
