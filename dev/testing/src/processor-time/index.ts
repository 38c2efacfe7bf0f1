/**
 * Starts to measure, and returns a function that tells the processor time of this process since (milliseconds). Other work on the
 * machine adds hardly anything to it, unlike to the time that passes.
 */
export function processorTime(): () => number {
  const from = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1_000;
  };
}
