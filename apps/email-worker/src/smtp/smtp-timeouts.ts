/** How long a mail server may take (milliseconds). RFC 5321 §4.5.3.2 asks for minutes, a lease allows for less. */
export const smtpTimeouts = {
  /** Until there is a TCP connection. */
  connection: 10_000,
  /** Until the server has said its name, and for the change to TLS. */
  greeting: 10_000,
  /** Until it can take mail, the login included, counted from the beginning. */
  session: 20_000,
  /** Between two signs of life. */
  socket: 60_000,
  /** For the end of a mail that was refused, before the next one. */
  reset: 5_000,
  /** For a goodbye. */
  quit: 1_000,
  /** A pool that nobody has used for so long is closed; servers hang up after some minutes. */
  idle: 60_000,
  /** For a test of the settings as a whole: less than its caller waits. */
  check: 11_000,
} as const;
