import { CallError } from '../api/answer';
import { failures } from '../content/space';

export const failureText = (error: unknown): string => failures[error instanceof CallError ? error.reason : 'failed'];
