/** Whether a field has the focus or a value other than its default. */
export function isFormInUse(part: Element | null): boolean {
  const fields = part?.querySelectorAll('input, textarea, select') ?? [];
  return [...fields].some((field) => field === document.activeElement || isChanged(field));
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLInputElement) {
    // The value of a checkbox or radio button does not change with the visitor's choice.
    const isBox = field.type === 'checkbox' || field.type === 'radio';
    return isBox ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLSelectElement)) return false;
  const options = [...field.options];
  const isMarked = options.some(({ defaultSelected }) => defaultSelected);
  // Without a default, the first option is selected.
  return options.some(({ selected, defaultSelected }, at) => selected !== (isMarked ? defaultSelected : at === 0));
}
