import { say } from '@key2xs/texts';
import { describe, expect, it } from 'vitest';
import { passwordWeakness } from './password-rules';

describe('passwordWeakness', () => {
  it.each([
    ['ada.admin is my name', 'signIn.passwordHasName'],
    ['my name is ADA.Admin', 'signIn.passwordHasName'],
    ['Welcome to Key2XS today', 'signIn.passwordHasProduct'],
    ['aaaaaaaaaaaaaaaa', 'signIn.passwordRepeats'],
    ['abababababababab', 'signIn.passwordRepeats'],
    ['abc1abc1abc1abc', 'signIn.passwordRepeats'],
    ['1234567890123456', 'signIn.passwordIsRow'],
    ['abcdefghijklmnop', 'signIn.passwordIsRow'],
    ['0987654321098765', 'signIn.passwordIsRow'],
    ['1qaz2wsx3edc4rfv', 'signIn.passwordIsCommon'],
    ['Password12345678', 'signIn.passwordIsCommon'],
    ['P4ssw0rd-2026!!', 'signIn.passwordIsCommon'],
    ['2025 iloveyou dragon', 'signIn.passwordIsCommon'],
    ['SunshineSunshineSun', 'signIn.passwordIsCommon'],
  ] as const)('refuses %s', async (password, reason) => {
    expect(await passwordWeakness(password, 'ada.admin')).toEqual(say(reason));
  });

  it.each([
    ['correct horse battery staple'],
    ['häufig regnet es im november'],
    ['zq8#Lw!p0vXe7-rT'],
    ['sunshine dragon master'],
    ['4815 9026 3371 558'],
  ])('accepts %s', async (password) => {
    expect(await passwordWeakness(password, 'ada.admin')).toBeUndefined();
  });
});
