import { Heading } from '@chakra-ui/react/heading';
import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';
import { Container } from './container';

interface PageHeaderProps {
  readonly title: ReactNode;
  readonly intro?: ReactNode;
  readonly children?: ReactNode;
}

export function PageHeader({ title, intro, children }: PageHeaderProps) {
  return (
    <Container paddingTop={{ base: '8', md: '14' }} paddingBottom={{ base: '8', md: '10' }}>
      {children}
      <Stack gap="4" marginTop={children ? '6' : '0'}>
        <Heading as="h1" size="4xl" tabIndex={-1}>
          {title}
        </Heading>
        {intro && (
          <Text fontSize="lg" maxWidth="prose">
            {intro}
          </Text>
        )}
      </Stack>
    </Container>
  );
}
