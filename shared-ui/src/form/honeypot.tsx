import type { Ref } from 'react';

/** A hidden field that only robots fill in. Pass the `honeypotRef` of `useSubmission` as its `ref`. */
export function Honeypot({ ref }: { readonly ref?: Ref<HTMLInputElement> }) {
  return (
    <div hidden>
      <input ref={ref} type="text" name="subject" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
