import type { Ref } from 'react';

/**
 * A field for robots, which fill in every field of the HTML. It is not displayed: nobody can see, hear or reach it, and
 * browsers do not autofill it. Its `ref` is the `honeypotRef` of `useSubmission`.
 */
export function Honeypot({ ref }: { readonly ref?: Ref<HTMLInputElement> }) {
  return (
    <div hidden>
      <input ref={ref} type="text" name="subject" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
