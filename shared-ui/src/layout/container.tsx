import { chakra } from '@chakra-ui/react/styled-system';

export const Container = chakra('div', {
  base: { width: 'full', maxWidth: 'content', marginInline: 'auto', paddingInline: '6' },
});
