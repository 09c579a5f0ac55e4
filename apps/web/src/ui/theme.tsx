import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorSchemeManager,
  MantineProvider,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core';
import type { ReactNode } from 'react';
import './styles/tokens.css';
import './styles/base.css';
import './styles/page.css';
import './styles/table.css';
import './styles/words.css';

const sans = "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', sans-serif";
const mono = "'JetBrains Mono Variable', ui-monospace, 'Cascadia Mono', Menlo, monospace";

/** For the few places where Mantine takes a shade by number; everything else uses the tokens. */
const teal = [
  '#e3f2f1',
  '#c5e5e3',
  '#9dd5d1',
  '#72c4bf',
  '#4fc3bd',
  '#2a9d98',
  '#17837f',
  '#0b6e6e',
  '#095c5c',
  '#074a4a',
] as const;

/** Cool neutrals in place of Mantine's own, for borders and backgrounds of fields. */
const gray = [
  '#f7f8fa',
  '#f1f3f6',
  '#e9ecf0',
  '#e3e7ec',
  '#c3cad3',
  '#a3adb9',
  '#7b8796',
  '#5b6878',
  '#3a4654',
  '#16202b',
] as const;
const dark = [
  '#e6ebf0',
  '#c3ccd6',
  '#93a1b1',
  '#7b8a9a',
  '#3a4857',
  '#26313d',
  '#121920',
  '#131a22',
  '#10161d',
  '#0b1016',
] as const;

/** Filled, outlined and quiet buttons in the accent or in red, from the tokens, so that both themes keep their contrast. */
const variantColors: VariantColorsResolver = (input) => {
  const standard = defaultVariantColorsResolver(input);
  const name = input.color === 'red' ? 'red' : 'accent';
  if (input.color && input.color !== 'red' && input.color !== input.theme.primaryColor) return standard;
  const ink = `var(--${name})`;
  const soft = `var(--${name}-soft)`;
  switch (input.variant) {
    case 'filled':
      return {
        background: ink,
        hover: `var(--${name}-hover)`,
        color: `var(--${name}-ink)`,
        border: '1px solid transparent',
      };
    case 'light':
      return { background: soft, hover: soft, color: ink, border: '1px solid transparent' };
    case 'outline':
      return { background: 'var(--panel)', hover: soft, color: ink, border: `1px solid ${ink}` };
    case 'subtle':
    case 'transparent':
      return { background: 'transparent', hover: soft, color: ink, border: '1px solid transparent' };
    default:
      return standard;
  }
};

/** Dims the page behind a dialog. */
const veil = { backgroundOpacity: 1, color: 'var(--veil)' };
const field = { defaultProps: { size: 'sm', radius: 8 } };
/** Browsers add scrollable elements to the tab order: focus would leave the field, and the list would close. */
const noTabStop = { attributes: { options: { tabIndex: -1 } }, scrollAreaProps: { viewportProps: { tabIndex: -1 } } };
const choice = { defaultProps: { ...field.defaultProps, ...noTabStop } };

const theme: MantineThemeOverride = createTheme({
  fontFamily: sans,
  fontFamilyMonospace: mono,
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  headings: { fontFamily: sans, fontWeight: '600' },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 4 },
  colors: { teal, gray, dark },
  defaultRadius: 8,
  shadows: { lift: 'var(--lift)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: variantColors,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: field,
    PasswordInput: field,
    Textarea: field,
    Select: choice,
    MultiSelect: choice,
    PillsInput: field,
    NumberInput: field,
    FileInput: field,
    Modal: { defaultProps: { centered: true, radius: 8, overlayProps: veil } },
    Drawer: { defaultProps: { overlayProps: veil } },
    Popover: { defaultProps: { shadow: 'lift' } },
    // Its placeholder for focus is no menu item: the first one takes the focus, as menus of the system do.
    Menu: { defaultProps: { shadow: 'lift', withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
});

const tokens: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--panel)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--mute)',
    '--mantine-color-placeholder': 'var(--mute)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--red)',
    '--mantine-color-default': 'var(--panel)',
    '--mantine-color-default-hover': 'var(--panel-hover)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-primary-color-light': 'var(--accent-soft)',
    '--mantine-primary-color-light-hover': 'var(--accent-soft)',
    '--mantine-primary-color-light-color': 'var(--accent)',
    '--mantine-primary-color-contrast': 'var(--accent-ink)',
    '--mantine-line-height': '1.45',
  },
  light: {},
  dark: {},
});

type Props = { children: ReactNode; colorScheme: MantineColorSchemeManager; isTest?: boolean };

/** Mantine with our theme. `isTest` turns transitions off so that tests need not wait. */
export function Theme({ children, colorScheme, isTest }: Props) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={tokens}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      env={isTest ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  );
}
