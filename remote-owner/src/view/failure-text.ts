import { CallError } from '../api/answer';
import { failures } from '../content/space';

/** What a failed call means, in one or two sentences. */
export const failureText = (error: unknown): string => failures[error instanceof CallError ? error.reason : 'failed'];
