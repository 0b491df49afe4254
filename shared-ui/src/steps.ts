/**
 * The design system, evaluated in steps of about the same length: at once they would keep the browser from answering for
 * too long. In the end all of it is there, and `@site/shared-ui` only hands it out.
 */
export const steps: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager", webpackExports: ["base"] */ './theme/base'),
  () => import(/* webpackMode: "eager", webpackExports: ["system"] */ './theme/system'),
  () => import(/* webpackMode: "eager" */ './index'),
];
