// A module of its own, so that it can be evaluated in a step of its own.
export { defaultBaseConfig as base } from '@chakra-ui/react/preset-base';
