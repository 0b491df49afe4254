import { Flex, Text, TextLink } from '@site/shared-ui';
import { cookiePolicy } from '../content/cookie-policy';
import { TextSection } from './text-section';

const { title, text, links } = cookiePolicy.browsers;

export function BrowserHelp() {
  return (
    <TextSection title={title}>
      <Text>{text}</Text>
      <Flex as="ul" gap="6" wrap="wrap">
        {links.map(({ name, url }) => (
          <li key={name}>
            <TextLink href={url}>{name}</TextLink>
          </li>
        ))}
      </Flex>
    </TextSection>
  );
}
