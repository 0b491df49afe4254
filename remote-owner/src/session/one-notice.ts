import type { Host } from '@site/contract/host';

export interface Notices {
  /** Shows a notice in place of the one before: it would otherwise stay through the actions that follow. */
  readonly notify: Host['notify'];
  /** Withdraws the notice and shows no further one, or ends this. */
  readonly silence: (isSilent: boolean) => void;
}

export function oneNotice(notify: Host['notify']): Notices {
  let isSilent = false;
  let withdraw: () => void = () => undefined;
  return {
    notify: (notice) => {
      withdraw();
      withdraw = isSilent ? () => undefined : notify(notice);
      return withdraw;
    },
    silence: (silent) => {
      isSilent = silent;
      withdraw();
    },
  };
}
