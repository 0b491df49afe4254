import { Text, TextLink, toTelHref } from '@site/shared-ui';
import type { Site } from '@site/shared-ui/host';
import { form } from '../content/form';

/** The way to the owner that needs no form, and no script. */
export function DirectLine({ site }: { readonly site: Site }) {
  return (
    <Text fontSize="sm">
      {form.direct} <TextLink href={`mailto:${site.email}`}>{site.email}</TextLink>
      {site.phone && (
        <>
          {'\u00a0· '}
          <TextLink href={toTelHref(site.phone)} whiteSpace="nowrap">
            {site.phone}
          </TextLink>
        </>
      )}
    </Text>
  );
}
