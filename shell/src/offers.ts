import type { Host } from '@site/contract/host';

// A record, so that a missing or an unknown name does not compile.
const members: Record<keyof Host, true> = {
  site: true,
  paths: true,
  Link: true,
  navigate: true,
  notify: true,
  placeNotices: true,
  consent: true,
  backend: true,
  composedOn: true,
  releases: true,
};

export const hostMembers = Object.keys(members);
