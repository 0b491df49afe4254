/**
 * Evaluates the design system in steps of about the same length, between which the browser can respond. Afterwards an
 * import of `@site/shared-ui` evaluates nothing more.
 */
export const steps: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager", webpackExports: ["base"] */ './theme/base'),
  () => import(/* webpackMode: "eager", webpackExports: ["system"] */ './theme/system'),
  () => import(/* webpackMode: "eager" */ './index'),
];
