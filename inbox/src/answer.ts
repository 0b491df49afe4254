/** Result of a command: a text for standard output, or a reason for standard error with exit code 1. */
export type Answer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };
