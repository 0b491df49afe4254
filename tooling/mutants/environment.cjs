const { mixinJestEnvironment } = require('@stryker-mutator/jest-runner');
const browser = require('jest-environment-jsdom');
const node = require('jest-environment-node');

// Tests that select Node in a docblock load `jest-environment-node` itself. The mixin makes it report to Stryker.
node.default = mixinJestEnvironment(node.default);

// Stryker sets one environment for all projects.
module.exports = function Environment(options, context) {
  const { isBrowser } = options.projectConfig.testEnvironmentOptions;
  return new (isBrowser ? browser : node).default(options, context);
};
