/** Everyday words for the subjects of the Internal Revenue Code, gross income and exclusions (§§ 61-152), section by section in the order of its table of contents. */
export const INCOME = `
61: gross income what is taxable all income from whatever source salary pay side job barter found money crypto income taxable at all
62: adjusted gross income AGI above-the-line deductions teacher classroom supplies educator expenses accountable plan reimbursement
63: standard deduction amount itemize taxable income blind age 65 additional dependent's standard deduction
64: ordinary income meaning
65: ordinary loss meaning
66: community property income spouses living apart
67: miscellaneous itemized deductions two percent floor unreimbursed employee expenses suspended
68: itemized deductions limit high income Pease
72: annuity payments early withdrawal 10 percent penalty before 59 and a half retirement plan loan exclusion ratio life insurance policy cash value withdrawals modified endowment investment in the contract hardship separation from service
73: child's wages income of child for services taxed to child not parent
74: prizes awards contest winnings lottery game show employee achievement award gold watch Olympic medal
75: municipal bond dealer premium
77: crop loan commodity credit corporation farmer loan as income
78: gross-up dividend deemed paid foreign taxes
79: group-term life insurance over 50,000 employer-paid coverage imputed income
82: moving expense reimbursement employer pays for relocation taxable
83: restricted stock vesting unvested shares employee property for services 83(b) election thirty days startup founder shares substantial risk of forfeiture options
84: appreciated property to political organization
85: unemployment benefits taxable jobless compensation
86: social security benefits taxable retirement checks half 85 percent provisional income
87: fuel credits included in income
88: nuclear decommissioning costs charged to customers
101: life insurance proceeds death benefit paid to beneficiary tax free company-owned policy transfer for value viatical terminally ill accelerated
102: gift inheritance received tax free bequest present from relatives employer gift
103: municipal bond interest tax-exempt state and local government bond city muni
104: personal injury settlement lawsuit damages physical sickness emotional distress punitive workers' compensation disability award sexual harassment
105: health plan reimbursement self-insured medical plan discrimination disability pay from employer plan
106: employer pays health insurance premium exclusion HSA contribution by employer coverage not wages
107: minister clergy housing allowance parsonage pastor rabbi
108: debt forgiven cancelled canceled loan forgiveness cancellation of debt COD income insolvent bankruptcy foreclosure short sale student loan discharge credit card settled mortgage principal residence farm
109: tenant improvements left to landlord lease ends building reverts
110: landlord pays tenant construction allowance retail lease
111: tax benefit rule recovery refund of amount deducted earlier state tax refund bad debt recovered
112: combat zone pay soldier military exclusion
115: state municipality city income public utility essential government function
117: scholarship fellowship tuition reduction grant student room and board teaching assistant
118: contribution to capital of a corporation nonshareholder government incentive grant land from city
119: meals lodging on employer's premises convenience apartment for live-in manager cafeteria
121: sell selling main home house sale principal residence exclude 250,000 500,000 gain lived two of five years move nursing home divorce surviving spouse
122: military retirement pay reduced survivor annuity
123: insurance reimburses living expenses after fire home damaged hotel
125: cafeteria plan flexible spending account FSA salary reduction pre-tax choice cash or benefits simple
126: cost-sharing conservation payments farmer
127: employer pays tuition educational assistance 5,250 student loan repayment by employer graduate school
129: dependent care assistance employer daycare benefit 5,000
130: structured settlement assignment personal injury periodic payments
131: foster care payments foster parent
132: fringe benefits employee discount de minimis parking transit pass company gym working condition no-additional-cost free flights qualified transportation holiday turkey coffee cell phone retirement planning
134: military benefits allowances veteran
135: savings bonds redeemed for college education interest exclusion series EE
136: utility energy conservation rebate subsidy
137: employer adoption assistance program
138: Medicare Advantage MSA
139: disaster relief payments employer helps employees after hurricane qualified disaster pandemic
139a: Medicare part D retiree drug subsidy
139b: volunteer firefighter emergency responder benefits property tax rebate
139d: Indian health care benefits
139e: Indian general welfare tribal benefits
139f: wrongfully incarcerated innocent prisoner compensation exoneree
139g: Alaska native settlement trust assignment
139i: COBRA premium assistance
141: private activity bond private business use test 10 percent loan to private user proceeds qualified bond
142: exempt facility bonds airports docks water sewage residential rental project
143: mortgage revenue bond first-time buyers purchase price
144: small issue manufacturing bond student loan bond redevelopment
145: 501(c)(3) hospital university bond
146: volume cap state ceiling private activity bonds per capita
147: bond maturity land acquisition public approval hearing restrictions
148: arbitrage bonds rebate invest bond proceeds at higher yield
149: bonds registered form federally guaranteed hedge bonds information reporting
150: bond definitions change in use loss of interest deduction
151: personal exemption exemption amount dependents suspended zero
152: dependent qualifying child relative claim my parent claim adult child support test tie-breaker divorced parents who claims the kid custodial
`;
