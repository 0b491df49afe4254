/**
 * Evaluates the design system in steps of similar duration, so that the browser can respond between them. A later
 * import of `@site/shared-ui` evaluates nothing more.
 */
export const startSteps: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager", webpackExports: ["base"] */ './theme/base'),
  () => import(/* webpackMode: "eager", webpackExports: ["system"] */ './theme/system'),
  () => import(/* webpackMode: "eager" */ './index'),
];
