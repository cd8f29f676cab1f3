/** Everyday words for the subjects of the Internal Revenue Code, estate, gift and employment taxes (§§ 2001-3512), section by section in the order of its table of contents. */
export const TRANSFERS = `
2001: estate tax rate 40 percent computed
2002: executor pays estate tax
2010: estate tax exemption lifetime exclusion portability deceased spouse unused DSUE basic exclusion amount
2012: credit for gift tax
2013: credit for tax on prior transfers two deaths ten years
2014: foreign death taxes credit
2031: gross estate value at death closely held stock conservation easement
2032: alternate valuation date six months after death
2032a: farm special use valuation family farm estate
2033: property owned at death included
2034: dower curtesy spouse's right
2035: gifts within three years of death life insurance transferred gift tax gross-up
2036: kept right to live in house retained life estate income given away but still uses family limited partnership
2037: transfer takes effect at death reversionary
2038: revocable transfers power to alter amend living trust in estate
2039: annuity survivor payment in estate
2040: joint tenancy jointly owned property with spouse or other survivorship
2041: general power of appointment in estate ascertainable standard
2042: life insurance in estate incidents of ownership
2043: transfers insufficient consideration
2044: QTIP property included in surviving spouse's estate
2046: disclaimer estate
2051: taxable estate
2053: estate deductions funeral administration expenses debts claims mortgages
2054: estate casualty losses
2055: estate charitable deduction bequest to charity split interest
2056: marital deduction surviving spouse QTIP terminable interest leave everything to wife husband
2056a: QDOT noncitizen spouse
2058: state death taxes deduction
2101: nonresident alien estate tax
2102: nonresident estate credit 13,000 60,000
2103: nonresident gross estate
2104: US situs property estate stock
2105: property outside US bank deposits life insurance nonresident
2106: nonresident taxable estate deductions
2201: combat zone first responder estate tax
2203: executor definition
2204: executor discharge from personal liability
2205: reimbursement of estate tax
2206: life insurance beneficiaries pay share of estate tax
2207: power of appointment recipient estate tax recovery
2207a: QTIP right of recovery
2501: gift tax imposed transfer by gift nonresident political
2502: gift tax rate donor pays
2503: annual gift exclusion per person present interest tuition medical paid directly minors trust how much can I give each child
2504: prior gifts
2505: lifetime gift exemption unified credit
2511: gift transfers direct indirect trust
2512: gift valuation less than full consideration bargain
2513: gift splitting spouses married couple
2514: power of appointment gift lapse five and five
2516: divorce property settlement gift
2518: disclaim refuse inheritance nine months qualified disclaimer
2519: dispose QTIP life interest
2522: charitable gift tax deduction
2523: gift to spouse marital deduction noncitizen
2601: generation-skipping transfer tax GST grandchildren
2602: GST amount
2603: who pays GST
2611: generation-skipping transfer definition
2612: taxable termination distribution direct skip
2613: skip person grandchild
2621: GST taxable distribution
2631: GST exemption
2632: GST automatic allocation
2641: GST rate inclusion ratio
2642: inclusion ratio gift nontaxable late allocation
2651: generation assignment predeceased parent
2652: GST transferor reverse QTIP
2653: multiple skips
2654: GST basis separate shares
2701: freeze preferred interests family business valuation retained
2702: GRAT QPRT grantor retained annuity trust personal residence trust
2703: buy-sell agreement restrictions family price
2704: lapsing rights liquidation restrictions discount family
2801: gift bequest from expatriate
3101: employee social security medicare tax rate withheld from pay 6.2 1.45 additional medicare
3102: employer deducts FICA from wages tips
3111: employer share social security medicare payroll tax 6.2 1.45
3121: FICA wages definition employee independent contractor common law household worker family employee child of parents student tips wage base exclusions
3131: paid sick leave payroll credit covid
3132: paid family leave payroll credit covid
3134: employee retention credit ERC covid
3201: railroad employee tax
3211: railroad representative
3221: railroad employer tax
3231: railroad definitions
3301: FUTA federal unemployment tax rate 6 percent employer
3302: FUTA credit state unemployment 90 percent title XII advances
3303: FUTA additional credit experience rating
3304: state unemployment law approval
3306: FUTA definitions employer wages 7,000 1,500 employment covered household agricultural
3309: nonprofit government state unemployment coverage
3401: wages definition for income tax withholding employee deferral stock
3402: withhold income tax from paychecks W-4 allowances supplemental bonus gambling
3403: employer liable for withholding
3405: withholding on pensions annuities 20 percent eligible rollover distributions
3406: backup withholding 1099 no TIN 24 28 percent payee
3501: collection of employment taxes fringe benefits
3503: erroneous payments employment
3504: payroll agent acts for employer
3505: lender surety pays wages liable
3508: real estate agents direct sellers not employees
3509: misclassified worker reduced rate employer liability independent contractor treated 1.5 percent
3510: nanny household employer schedule H domestic
3511: certified professional employer organization CPEO PEO
3512: motion picture payroll
`;
