// It is a module of its own, because the shell's start evaluates one module in each step.
export { defaultBaseConfig as base } from '@chakra-ui/react/preset-base';
