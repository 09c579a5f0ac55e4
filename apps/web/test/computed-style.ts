/** The inherited properties among those queried here. */
const inherited = ['visibility', 'pointer-events'];

/**
 * Replaces `getComputedStyle`, which queries by role, clicks and menus ask of an element and all its ancestors: jsdom matches
 * every rule of its style sheet each time. No style sheet of ours is loaded (`css: false`), so the kind of the element and the styles
 * written on it decide; jsdom is asked once for each kind.
 */
export function computeStylesOncePerKind(): void {
  const jsdomStyle = window.getComputedStyle.bind(window);
  const styles = new Map<string, CSSStyleDeclaration>();

  const styleOfKind = (element: Element): CSSStyleDeclaration => {
    const kind = kindOf(element);
    const known = styles.get(kind);
    if (known) return known;
    const style = jsdomStyle(bareCopy(element));
    styles.set(kind, style);
    return style;
  };

  const styleValue = (element: Element, property: string): string => {
    const own = inherited.includes(property) ? inheritedStyle(element, property) : ownStyle(element, property);
    return own || styleOfKind(element).getPropertyValue(property);
  };

  window.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement) return jsdomStyle(element, pseudoElement);
    const read = (_: unknown, key: string | symbol) => {
      if (typeof key !== 'string') return undefined;
      if (key === 'getPropertyValue') return (property: string) => styleValue(element, property);
      return styleValue(
        element,
        key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      );
    };
    return new Proxy({} as CSSStyleDeclaration, { get: read });
  };
}

/** A key for everything that jsdom's style sheet distinguishes. */
const kindOf = (element: Element): string =>
  [
    element.localName,
    element.parentElement?.localName,
    ...['hidden', 'open', 'type'].map((name) => element.getAttribute(name)),
  ].join(' ');

/** Without styles and children, in a parent of the same kind. */
function bareCopy(element: Element): Element {
  const copy = element.cloneNode(false) as Element;
  copy.removeAttribute('style');
  const parent = element.parentElement?.cloneNode(false) as Element | undefined;
  parent?.removeAttribute('style');
  parent?.append(copy);
  return copy;
}

const ownStyle = (element: Element, property: string): string =>
  element.hasAttribute('style') ? (element as HTMLElement).style.getPropertyValue(property) : '';

function inheritedStyle(element: Element, property: string): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = ownStyle(at, property);
    if (own && own !== 'inherit') return own;
  }
  return '';
}
