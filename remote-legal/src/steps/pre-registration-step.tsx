import { withFunding } from '@site/contract/addresses';
import type { Host } from '@site/contract/host';
import { Button, Icon, Text } from '@site/shared-ui';
import { ExternalLink } from 'lucide';
import { preRegistration } from '../content/funding-steps';
import form from '../illustrations/pre-registration-form.svg';
import { Step } from './step';

export function PreRegistrationStep({ host: { site, paths, Link } }: { readonly host: Host }) {
  const { title, text, link, missing, picture } = preRegistration;
  const url = site.preRegistrationUrl;
  return (
    <Step number={1} title={title} picture={{ src: form, alt: picture }}>
      <Text>{url ? text : missing.text}</Text>
      <Button asChild variant="quiet" alignSelf="start">
        {url ? (
          <a href={url}>
            {link}
            <Icon of={ExternalLink} />
          </a>
        ) : (
          <Link to={withFunding(paths.contact)}>{missing.link}</Link>
        )}
      </Button>
    </Step>
  );
}
