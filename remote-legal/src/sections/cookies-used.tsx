import { Box, Heading, Stack, Text } from '@site/shared-ui';
import { cookiePolicy } from '../content/cookie-policy';
import { TextSection } from './text-section';

const { title, technical, analytical } = cookiePolicy.used;

export function CookiesUsed() {
  return (
    <TextSection title={title}>
      <Heading as="h3">{technical.title}</Heading>
      <Text>{technical.text}</Text>
      <Stack as="dl" gap="3">
        {technical.entries.map(({ key, text }) => (
          <Box key={key} borderLeftWidth="4px" borderColor="sand" paddingLeft="4">
            <dt>
              <code>{key}</code>
            </dt>
            <dd>{text}</dd>
          </Box>
        ))}
      </Stack>
      <Heading as="h3" marginTop="4">
        {analytical.title}
      </Heading>
      <Text>{analytical.text}</Text>
    </TextSection>
  );
}
