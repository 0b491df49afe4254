import type { Host } from '@site/contract/host';

// Written as a record, so that a missing name or one too many does not compile.
const members: Record<keyof Host, true> = {
  site: true,
  paths: true,
  Link: true,
  navigate: true,
  notify: true,
  consent: true,
  backend: true,
  composedOn: true,
};

export const hostMembers = Object.keys(members);
