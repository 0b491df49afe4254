import { UserError } from '@site/terminal/program';

export { UserError };

/** A `UserError` that a child process has already printed. */
export class ReportedError extends UserError {
  override readonly name = 'ReportedError';
}

export class DiskFullError extends UserError {
  override readonly name = 'DiskFullError';

  constructor(options?: ErrorOptions) {
    super(
      'The disk is full: nothing was changed. Free some space ("npx pnpm release prune"), then try again.',
      options,
    );
  }
}

/** The store gives no usable answer at the moment; the same call may succeed later. */
export class StoreAwayError extends UserError {
  override readonly name = 'StoreAwayError';
}

export function exitWith(error: unknown): never {
  if (!(error instanceof ReportedError)) console.error(error instanceof UserError ? error.message : error);
  process.exit(error instanceof UserError ? error.exitCode : 1);
}
