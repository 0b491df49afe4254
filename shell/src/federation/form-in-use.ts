/** Whether the visitor is filling a form there: a field has the focus, or holds something else than it began with. */
export function isFormInUse(part: Element | null): boolean {
  const fields = part?.querySelectorAll('input, textarea, select') ?? [];
  return [...fields].some((field) => field === document.activeElement || isChanged(field));
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLInputElement) {
    // The value of a box is what it stands for, not what the visitor makes of it.
    const isBox = field.type === 'checkbox' || field.type === 'radio';
    return isBox ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLSelectElement)) return false;
  const options = [...field.options];
  const isMarked = options.some(({ defaultSelected }) => defaultSelected);
  // Without a marked one, a list begins with its first option.
  return options.some(({ selected, defaultSelected }, at) => selected !== (isMarked ? defaultSelected : at === 0));
}
