import type { Host, RouteName } from '@site/shared-ui/host';

// Written as records, so that a name that is missing or too many does not compile.
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
const routes: Record<RouteName, true> = {
  home: true,
  booking: true,
  contact: true,
  funding: true,
  legalNotice: true,
  cookiePolicy: true,
  accessibility: true,
};

/** Members of the `host` that this shell gives to pages. */
export const hostMembers = Object.keys(members);

/** The pages that this shell links to: without them it cannot make a site. */
export const routeNames = Object.keys(routes);
