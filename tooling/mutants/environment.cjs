const { mixinJestEnvironment } = require('@stryker-mutator/jest-runner');
const browser = require('jest-environment-jsdom');
const node = require('jest-environment-node');

// Tests that ask for Node by a docblock take this module's own environment, which does not report to Stryker.
node.default = mixinJestEnvironment(node.default);

// Stryker gives one environment to all projects.
module.exports = function Environment(options, context) {
  const { isBrowser } = options.projectConfig.testEnvironmentOptions;
  return new (isBrowser ? browser : node).default(options, context);
};
