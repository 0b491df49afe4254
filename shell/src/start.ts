import { steps } from '@site/shared-ui/steps';

/** In steps, so that the browser can draw and answer the visitor between them. */
async function start() {
  for (const step of [
    () => import(/* webpackMode: "eager" */ 'react-dom/client'),
    ...steps,
    () => import(/* webpackMode: "eager" */ './main'),
  ]) {
    await new Promise((resolve) => setTimeout(resolve));
    await step();
  }
}

start().catch((error: unknown) => {
  document.documentElement.dataset.shell = 'failed';
  throw error;
});
