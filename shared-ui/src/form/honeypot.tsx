import type { Ref } from 'react';

/**
 * A field for robots, which fill in whatever the HTML holds. It is not rendered: nobody sees, hears or reaches it, and
 * no browser completes it, also because autofill knows no such name. Its `ref` is the `honeypotRef` of `useSubmission`.
 */
export function Honeypot({ ref }: { readonly ref?: Ref<HTMLInputElement> }) {
  return (
    <div hidden>
      <input ref={ref} type="text" name="subject" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
