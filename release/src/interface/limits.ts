/** What one caller may ask of the release interface. docs/host-one-machine.md lists them. */
export const LIMITS = {
  /** Requests of one grant in a minute. */
  requestsPerMinute: 1200,
  /** Refused tokens of one address in a minute: further ones are not looked at. */
  failuresPerMinute: 20,
  /** Bytes of each body. */
  commandBytes: 64 * 1024,
  checksBytes: 256 * 1024,
  descriptionBytes: 2 * 1024 * 1024,
  contentBytes: 8 * 1024 * 1024,
  /** All contents of one release, as they are sent. */
  releaseBytes: 32 * 1024 * 1024,
  filesPerRelease: 2000,
  /** Commands of one grant that wait for one another, and releases that are being made of all. */
  commandsAtOnce: 5,
  commitsAtOnce: 20,
  /** Contents that are received at once, of one grant and of all. They are kept in memory until their hash is known. */
  contentsAtOnce: 4,
  contentsAtOnceInAll: 16,
  /** Uploads of one grant that are not committed. */
  openUploads: 5,
  /** An upload that nobody commits is removed after so long. */
  uploadHours: 24,
  /** A body that takes longer to arrive is refused: less than what the server allows a whole request. */
  bodySeconds: 25,
  /** Lists and objects within one another. */
  jsonDepth: 16,
  /** Addresses and grants whose requests are counted: beyond it, those that were quiet longest are forgotten. */
  counted: 10_000,
} as const;

/** Tests take others. */
export type Limits = Readonly<Record<keyof typeof LIMITS, number>>;
