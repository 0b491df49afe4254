// Runs first in pages of development servers, beside the client that shows the overlay.
const OVERLAY = '#rspack-dev-server-client-overlay';

const errors = new Set();
const keep = ({ error, reason }) => errors.add(error ?? reason);
addEventListener('error', keep);
addEventListener('unhandledrejection', keep);

let isRebuilt = false;
addEventListener('message', ({ data }) => {
  if (data?.type === 'webpackInvalid') isRebuilt = true;
  if (!/^webpack(Ok|Warnings)$/.test(data?.type)) return;
  // React Refresh has nothing to update where a page has failed, and a client removes only its own overlay.
  if (isRebuilt && document.querySelector(`[data-page-failed], ${OVERLAY}`)) return location.reload();
  // At its start, a client removes its overlay when it learns that the build is fine: the page may have thrown before.
  if (!isRebuilt && !document.querySelector(OVERLAY)) for (const error of errors) if (error) reportError(error);
});
