/**
 * Loaded before a service. Shifts the service's wall clock by CHAOS_CLOCK_OFF_MS. The monotonic clock stays correct,
 * as on a real machine.
 */
const offMs = Number(process.env.CHAOS_CLOCK_OFF_MS);
const RealDate = Date;

// Mongoose checks the names of types, so this class has the name of the class that it replaces.
globalThis.Date = class Date extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + offMs);
    else super(...args);
  }

  static now() {
    return RealDate.now() + offMs;
  }
};
