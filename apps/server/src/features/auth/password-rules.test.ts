import { describe, expect, it } from 'vitest';
import { passwordWeakness } from './password-rules';

describe('passwordWeakness', () => {
  it.each([
    ['ada.admin is my name', 'username'],
    ['my name is ADA.Admin', 'username'],
    ['Welcome to Key2XS today', 'product'],
    ['aaaaaaaaaaaaaaaa', 'again'],
    ['abababababababab', 'again'],
    ['abc1abc1abc1abc', 'again'],
    ['1234567890123456', 'row'],
    ['abcdefghijklmnop', 'row'],
    ['0987654321098765', 'row'],
  ])('refuses %s', (password, reason) => {
    expect(passwordWeakness(password, 'ada.admin')).toContain(reason);
  });

  it.each([
    ['correct horse battery staple'],
    ['häufig regnet es im november'],
    ['zq8#Lw!p0vXe7-rT'],
  ])('accepts %s', (password) => {
    expect(passwordWeakness(password, 'ada.admin')).toBeUndefined();
  });
});
