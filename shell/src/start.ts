import { startSteps } from '@site/shared-ui/steps';
import { reportStartFailure } from './incidents/report-incidents';

/** Pauses between the steps, so that the browser can paint and respond to the visitor. */
async function start() {
  for (const step of [
    () => import(/* webpackMode: "eager" */ 'react-dom/client'),
    ...startSteps,
    () => import(/* webpackMode: "eager" */ './main'),
  ]) {
    await new Promise((resolve) => setTimeout(resolve));
    await step();
  }
}

start().catch((error: unknown) => {
  document.documentElement.dataset.shell = 'failed';
  reportStartFailure(window, fetch, error);
  throw error;
});
