import { UPLOAD_HOURS } from '@site/release-core/wire/open-uploads';
import { COUNTED } from '../serve/rate-limit';

/** docs/host-one-machine.md lists them. */
export const LIMITS = {
  /** Requests per grant and minute. */
  requestsPerMinute: 1200,
  /** Refused tokens per address and minute. Beyond it, the answer is 429 and no signature is verified. */
  failuresPerMinute: 20,
  commandBytes: 64 * 1024,
  checksBytes: 256 * 1024,
  descriptionBytes: 2 * 1024 * 1024,
  contentBytes: 8 * 1024 * 1024,
  /** Bytes of a script's compressed source map. */
  mapBytes: 2 * 1024 * 1024,
  /** Bytes of all contents of one release, compressed files included. */
  releaseBytes: 32 * 1024 * 1024,
  filesPerRelease: 2000,
  /** Commands of one grant, and commits of all grants, that run or wait. */
  commandsAtOnce: 10,
  commitsAtOnce: 20,
  /** Contents received at once, per grant and in total. They stay in memory until their hash is verified. */
  contentsAtOnce: 4,
  contentsAtOnceInAll: 16,
  /** Publications of edited facts in an hour, of all owners. */
  editsPerHour: 60,
  /** Uncommitted uploads per grant. */
  openUploads: 5,
  uploadHours: UPLOAD_HOURS,
  /** After these minutes without a request, an upload gives way to the grant's next one. */
  idleMinutes: 5,
  /** Bytes that a grant sends in a day. */
  bytesPerDay: 256 * 1024 * 1024,
  /** Bytes of a part's releases from elsewhere that are not active. */
  inactiveBytes: 1024 * 1024 * 1024,
  /** Stay free on the disk. The database stops writing at a sixteenth of it. */
  freeBytes: 1024 * 1024 * 1024,
  /** A slower body is refused. Less than the time that the server allows for a whole request. */
  bodySeconds: 25,
  jsonDepth: 16,
  counted: COUNTED,
} as const;

export type Limits = Readonly<Record<keyof typeof LIMITS, number>>;
