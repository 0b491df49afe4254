import { steps } from '@site/shared-ui/steps';
import { reportStartFailure } from './incidents/report-incidents';

/** Pauses between the steps, so that the browser can paint and respond to the visitor. */
async function start() {
  for (const step of [
    () => import(/* webpackMode: "eager" */ 'react-dom/client'),
    whenParsed,
    ...steps,
    () => import(/* webpackMode: "eager" */ './main'),
  ]) {
    await new Promise((resolve) => setTimeout(resolve));
    await step();
  }
}

/** The design system and hydration need the complete document. */
async function whenParsed() {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
}

start().catch((error: unknown) => {
  document.documentElement.dataset.shell = 'failed';
  reportStartFailure(window, fetch, error);
  throw error;
});
