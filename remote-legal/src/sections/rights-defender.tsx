import { Box, Text, TextLink, toTelHref } from '@site/shared-ui';
import { accessibility } from '../content/accessibility';
import { TextSection } from './text-section';

const { title, text, online, phone, post } = accessibility.complaint;

export function RightsDefender() {
  return (
    <TextSection title={title}>
      <Text>{text}</Text>
      <Box as="ul" listStyleType="disc" paddingLeft="6" display="grid" gap="2">
        <li>
          {`${online.label} `}
          <TextLink href={online.url}>{online.link}</TextLink>
        </li>
        <li>
          {`${phone.label} `}
          <TextLink href={toTelHref(phone.number)}>{phone.number}</TextLink>
        </li>
        <li>{post}</li>
      </Box>
    </TextSection>
  );
}
