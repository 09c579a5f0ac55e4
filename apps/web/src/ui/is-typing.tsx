const fields = 'input, textarea, select, [contenteditable], [role="combobox"], [role="listbox"], [role="menu"]';

/** Whether a key belongs to a field, a menu, an open dialog, or a shortcut of the browser. */
export function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isField = target instanceof Element && target.matches(fields) && !target.matches('[type="checkbox"]');
  return isField || ctrlKey || metaKey || altKey || document.querySelector('[aria-modal="true"]') !== null;
}
