import { Button, Container, Flex, Heading, Text } from '@site/shared-ui';
import { Component, type ReactNode } from 'react';
import { unexpected } from '../content/layout';

interface UnexpectedErrorBoundaryProps {
  readonly onThrow?: ((error: unknown) => void) | undefined;
  readonly children: ReactNode;
}

export class UnexpectedErrorBoundary extends Component<UnexpectedErrorBoundaryProps, { readonly hasThrown: boolean }> {
  override state = { hasThrown: false };

  static getDerivedStateFromError() {
    return { hasThrown: true };
  }

  override componentDidCatch(error: unknown) {
    console.error('The shell threw on render.', error);
    this.props.onThrow?.(error);
  }

  override render() {
    if (!this.state.hasThrown) return this.props.children;
    return (
      <Container as="main" paddingBlock="24">
        <Heading as="h1" fontSize="2xl" lang="en">
          {unexpected.title}
        </Heading>
        <Text marginTop="4">{unexpected.text}</Text>
        <Flex direction={{ base: 'column', md: 'row' }} gap="4" marginTop="8">
          <Button variant="primary" onClick={() => window.location.reload()}>
            {unexpected.reload}
          </Button>
          <Button asChild variant="quiet">
            <a href="/">{unexpected.home}</a>
          </Button>
        </Flex>
      </Container>
    );
  }
}
