// A separate module, so that it can be evaluated in a separate step.
export { defaultBaseConfig as base } from '@chakra-ui/react/preset-base';
