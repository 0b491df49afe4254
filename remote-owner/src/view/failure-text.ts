import { CallError } from '../api/answer';
import { refusals } from '../content/refusals';
import { failures } from '../content/space';

export function failureText(error: unknown): string {
  if (!(error instanceof CallError)) return failures.failed;
  const isRefused = error.reason === 'impossible' && typeof error.current === 'string';
  return (isRefused && refusals[error.current]) || failures[error.reason];
}
